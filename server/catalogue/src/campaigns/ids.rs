//! The ids of this slice.

kernel::id_types! {
    /// A campaign.
    CampaignId,
}
